-- Events are counted when a list is read, and the count is cached. A new filter then needs no trigger.
DROP TRIGGER event_counted;
DROP TRIGGER event_uncounted;
DROP TRIGGER event_changes;
DROP TRIGGER event_changed;
DROP TRIGGER event_tag_counted;
DROP TRIGGER event_tag_uncounted;
DROP TRIGGER event_venue_joins;
DROP TRIGGER event_venue_joined;
DROP TRIGGER event_venue_leaves;
DROP TRIGGER event_venue_left;
DROP TRIGGER venue_moves;
DROP TRIGGER venue_moved;
DROP INDEX events_to_mark;
DROP INDEX events_to_mark_by_program;
-- The code that runs while this is applied still reads the view event_facets and the table event_counts, so both stay.
