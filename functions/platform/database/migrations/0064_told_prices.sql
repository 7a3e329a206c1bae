-- What a member pays or was told to pay, so that the clock finds whose package has another price without reading every membership each minute.
CREATE INDEX memberships_by_told_cost ON memberships (package_id, coalesce(next_cost, cost)) WHERE status IN ('trialing', 'active', 'past_due', 'paused');
