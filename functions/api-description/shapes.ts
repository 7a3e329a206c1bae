// Over 250 lines: one line for every schema that the document names.
import * as z from 'zod/mini'
import * as account from '../contract/people/account.ts'
import * as balance from '../contract/money/account-balance.ts'
import { ErrorBody, FieldError, OAuthErrorBody } from '../contract/api-error.ts'
import * as appointment from '../contract/offering/appointment.ts'
import { Attachment } from '../contract/attachment.ts'
import * as attendee from '../contract/people/attendee.ts'
import * as attendeeFields from '../contract/people/attendee-fields.ts'
import * as merge from '../contract/people/attendee-merge.ts'
import * as address from '../contract/people/address.ts'
import * as customer from '../contract/people/customer.ts'
import * as customerMerge from '../contract/organisation/customer-merge.ts'
import * as desk from '../contract/organisation/desk.ts'
import { AnswerConversationRequest, DeskConversation } from '../contract/organisation/desk-conversation.ts'
import { ApplyDiscountRequest, Coupon, Discount } from '../contract/money/discount.ts'
import * as event from '../contract/offering/event.ts'
import { EventTag, ProgramFilters, VenueCity } from '../contract/offering/explore.ts'
import { FileAppointmentType } from '../contract/organisation/file-appointments.ts'
import { FileAttachment } from '../contract/organisation/file-attachments.ts'
import * as feedback from '../contract/contact/feedback.ts'
import { ProgramPicture, ProgramPictureRequest } from '../contract/organisation/program-picture.ts'
import { StoredFile, UploadRequest } from '../contract/file.ts'
import { FileEvent, FileGroup, FileOption } from '../contract/organisation/file-events.ts'
import { FileMembershipPackage, FileSessionPackage } from '../contract/organisation/file-packages.ts'
import { FileCategory, FileProduct } from '../contract/organisation/file-store.ts'
import { Money, Price } from '../contract/amount.ts'
import { EventsImported, ImportEventsRequest, RefusedImportBody } from '../contract/organisation/event-import.ts'
import { InvitesRequest, InvitesSent } from '../contract/organisation/invite.ts'
import { ItemReturn, ReturnItemRequest } from '../contract/changes/item-return.ts'
import * as invitation from '../contract/people/invitation.ts'
import * as familyBooking from '../contract/money/family-booking.ts'
import { PersonRefusal } from '../contract/person-refusal.ts'
import * as order from '../contract/money/order.ts'
import * as orderV2 from '../contract/money/order-v2.ts'
import * as organiser from '../contract/organisation/organiser.ts'
import * as people from '../contract/organisation/people.ts'
import * as firstDay from '../contract/organisation/first-day.ts'
import * as today from '../contract/organisation/today.ts'
import * as organiserAttendee from '../contract/people/organiser-attendee.ts'
import * as machineClient from '../contract/people/machine-client.ts'
import * as notices from '../contract/organisation/notices.ts'
import * as staff from '../contract/people/staff.ts'
import * as organiserEvent from '../contract/organisation/organiser-event.ts'
import { MembershipPackage, PackageBrief, SessionPackage } from '../contract/offering/package.ts'
import { ChildcareReceipt } from '../contract/money/childcare-receipt.ts'
import { Receipt } from '../contract/money/receipt.ts'
import {
  CorrectPaymentRequest,
  PayInstalmentsRequest,
  PaymentCorrection,
  PayOrderRequest,
  Payment,
  RecordPaymentRequest,
} from '../contract/money/payment.ts'
import * as staffBooking from '../contract/organisation/staff-booking.ts'
import * as dayOff from '../contract/changes/day-off.ts'
import { HistoryEntry } from '../contract/organisation/history.ts'
import * as staffChange from '../contract/changes/staff-change.ts'
import { HealthRead, RegistrationHealth } from '../contract/organisation/health.ts'
import { RegistrationAnswers } from '../contract/booking/registration-answers.ts'
import { Card } from '../contract/card.ts'
import { Instalment, InstalmentDue } from '../contract/offering/payment-plan.ts'
import * as refund from '../contract/money/refund.ts'
import { AgreeToChargesRequest, CardChargeConsent } from '../contract/money/card-charges.ts'
import { AttachSourceRequest, CardSetup, SetUpCardRequest } from '../contract/money/payment-method.ts'
import { Product, ProductCategory, ProductVariation, StoreProduct } from '../contract/offering/product.ts'
import * as billing from '../contract/organisation/program-billing.ts'
import * as program from '../contract/offering/program.ts'
import { Promotion } from '../contract/offering/promotion.ts'
import * as recovery from '../contract/people/recovery.ts'
import * as groups from '../contract/organisation/groups.ts'
import * as reports from '../contract/organisation/reports.ts'
import * as camp from '../contract/organisation/camp.ts'
import * as sheet from '../contract/organisation/sheet.ts'
import * as roster from '../contract/organisation/roster.ts'
import * as eligibility from '../contract/booking/eligibility.ts'
import * as rebooking from '../contract/booking/rebooking.ts'
import * as registration from '../contract/booking/registration.ts'
import * as eventForm from '../contract/organisation/event-form.ts'
import * as season from '../contract/organisation/season.ts'
import { Session } from '../contract/people/session.ts'
import {
  AppointmentSeries,
  BookAppointmentRequest,
  BookSeriesRequest,
  ChangeAppointmentRequest,
  SlotTakenBody,
} from '../contract/booking/appointment-registration.ts'
import { Health } from '../platform/health/health-rules.ts'
import * as notification from '../contract/delivery/notification.ts'
import * as push from '../contract/delivery/push-subscription.ts'
import * as passkey from '../contract/people/passkey.ts'
import * as privacy from '../contract/records/privacy.ts'
import * as oauth from '../contract/people/oauth.ts'
import * as membership from '../contract/booking/membership.ts'
import * as message from '../contract/contact/message.ts'
import * as sessionCredit from '../contract/booking/session-credit.ts'
import { ProgramDeletion } from '../contract/organisation/program-deletion.ts'
import * as redemption from '../contract/booking/redemption.ts'
import * as entitlement from '../contract/booking/entitlement.ts'
import * as laterPlace from '../contract/booking/later-place.ts'
import * as support from '../contract/contact/support.ts'
import * as move from '../contract/changes/move.ts'
import * as waitlist from '../contract/booking/waitlist.ts'
import * as campaign from '../contract/contact/campaign.ts'
import * as marketing from '../contract/contact/marketing.ts'
import { InsightEvent, InsightRequest } from '../contract/records/insight.ts'
import { StaleQuoteBody } from '../contract/money/refund.ts'

/** The named schemas of the document; all others are inlined. */
const shapes = {
  AccountBalance: balance.AccountBalance,
  AccountBalanceEntry: balance.AccountBalanceEntry,
  Membership: membership.Membership,
  MembershipBalance: membership.MembershipBalance,
  CreateMembershipRequest: membership.CreateMembershipRequest,
  CancelMembershipRequest: membership.CancelMembershipRequest,
  ChangeMembershipCardRequest: membership.ChangeMembershipCardRequest,
  HoldMembershipRequest: membership.HoldMembershipRequest,
  HoldMembershipByStaffRequest: membership.HoldMembershipByStaffRequest,
  EndHoldRequest: membership.EndHoldRequest,
  ChangeMembershipRequest: membership.ChangeMembershipRequest,
  EndMembershipRequest: membership.EndMembershipRequest,
  MembershipEndPreview: membership.MembershipEndPreview,
  SessionBalance: sessionCredit.SessionBalance,
  SessionCredit: sessionCredit.SessionCredit,
  Entitlement: entitlement.Entitlement,
  OrganiserSessionCredit: redemption.OrganiserSessionCredit,
  Redemption: redemption.Redemption,
  ProgramDeletion,
  AdjustVisitsRequest: redemption.AdjustVisitsRequest,
  RedeemRequest: redemption.RedeemRequest,
  ReturnVisitRequest: redemption.ReturnVisitRequest,
  LaterPlace: laterPlace.LaterPlace,
  SessionCreditEntry: sessionCredit.SessionCreditEntry,
  AccountDeletion: privacy.AccountDeletion,
  Campaign: campaign.Campaign,
  CampaignPreview: campaign.CampaignPreview,
  CreateCampaignRequest: campaign.CreateCampaignRequest,
  ScheduleCampaignRequest: campaign.ScheduleCampaignRequest,
  MarketingSubscription: marketing.MarketingSubscription,
  SubscribeRequest: marketing.SubscribeRequest,
  UnsubscribeRequest: marketing.UnsubscribeRequest,
  AddAttendeeRequest: attendee.AddAttendeeRequest,
  AddPasskeyRequest: passkey.AddPasskeyRequest,
  Address: address.Address,
  AddressInput: address.AddressInput,
  ApplyDiscountRequest,
  AppointmentOption: appointment.AppointmentOption,
  AppointmentType: appointment.AppointmentType,
  Attachment,
  Attendee: attendee.Attendee,
  AccessLogEntry: invitation.AccessLogEntry,
  AttendeeBooking: invitation.AttendeeBooking,
  AttendeeMember: invitation.AttendeeMember,
  AttendeeMerge: merge.AttendeeMerge,
  Authorization: oauth.Authorization,
  AuthorizeRequest: oauth.AuthorizeRequest,
  AvailableDate: appointment.AvailableDate,
  AvailableTime: appointment.AvailableTime,
  Calendar: order.Calendar,
  FamilyCalendar: order.FamilyCalendar,
  CancelEventRequest: organiserEvent.CancelEventRequest,
  CancellationPreview: registration.CancellationPreview,
  CancelledEvent: organiserEvent.CancelledEvent,
  CancelOrderRequest: order.CancelOrderRequest,
  CancelRegistrationRequest: registration.CancelRegistrationRequest,
  MailReceiptRequest: order.MailReceiptRequest,
  Card,
  AgreeToChargesRequest,
  CardChargeConsent,
  CardSetup,
  SetUpCardRequest,
  AttachSourceRequest,
  ChangeEmailRequest: account.ChangeEmailRequest,
  ChangeItemRequest: orderV2.ChangeItemRequest,
  ChangePasswordRequest: recovery.ChangePasswordRequest,
  ConnectAttendeeRequest: attendee.ConnectAttendeeRequest,
  Member: attendee.Member,
  ProductItemInput: orderV2.ProductItemInput,
  QuoteRequest: orderV2.QuoteRequest,
  RemovedAttendee: attendee.RemovedAttendee,
  CopyEventRequest: organiserEvent.CopyEventRequest,
  Coupon,
  CreateEventRequest: organiserEvent.CreateEventRequest,
  BookedAppointment: familyBooking.BookedAppointment,
  BookedOrder: familyBooking.BookedOrder,
  BookFamilyRequest: familyBooking.BookFamilyRequest,
  BookedPerson: familyBooking.BookedPerson,
  BookingPreview: familyBooking.BookingPreview,
  PersonFields: familyBooking.PersonFields,
  PersonRefusal,
  CreateOrderRequest: order.CreateOrderRequest,
  CreateProductOrderRequest: orderV2.CreateProductOrderRequest,
  Customer: customer.Customer,
  CustomerAddress: customer.CustomerAddress,
  CustomerAddressRequest: customer.CustomerAddressRequest,
  UpdateCustomerAddressRequest: customer.UpdateCustomerAddressRequest,
  CustomerProfile: customer.CustomerProfile,
  CustomerProfileBrief: customer.CustomerProfileBrief,
  CustomerRequest: customer.CustomerRequest,
  DataExport: privacy.DataExport,
  DeleteAccountRequest: privacy.DeleteAccountRequest,
  Discount,
  Done: account.Done,
  EmergencyContact: attendeeFields.EmergencyContact,
  Error: ErrorBody,
  Event: event.Event,
  EventOption: event.EventOption,
  EventTag,
  Field: event.Field,
  FieldError,
  File: StoredFile,
  EnterBalanceRequest: balance.EnterBalanceRequest,
  ExportRequest: privacy.ExportRequest,
  FormResponse: registration.FormResponse,
  FormResponseInput: registration.FormResponseInput,
  Health,
  InsightEvent,
  InsightRequest,
  ChangeMemberRequest: invitation.ChangeMemberRequest,
  Invitation: invitation.Invitation,
  InvitationRequest: invitation.InvitationRequest,
  SeasonCopyRequest: season.SeasonCopyRequest,
  SeasonCopy: season.SeasonCopy,
  SampleSeason: season.SampleSeason,
  ArchiveEventsRequest: season.ArchiveEventsRequest,
  ArchivedEvents: season.ArchivedEvents,
  PublishedEvents: season.PublishedEvents,
  EventForm: eventForm.EventForm,
  QuestionRequest: eventForm.QuestionRequest,
  ProgramPictureRequest,
  ProgramPicture,
  ChangeQuestionRequest: eventForm.ChangeQuestionRequest,
  OrganiserQuestion: eventForm.OrganiserQuestion,
  CreateVenueRequest: eventForm.CreateVenueRequest,
  OrganiserVenue: eventForm.OrganiserVenue,
  SeasonEvent: season.SeasonEvent,
  ImportEventsRequest,
  EventsImported,
  InvitesRequest,
  InvitesSent,
  ItemReturn,
  ReturnItemRequest,
  ReceivedInvitation: invitation.ReceivedInvitation,
  MachineClient: machineClient.MachineClient,
  MachineClientRequest: machineClient.MachineClientRequest,
  StaffMember: staff.StaffMember,
  InviteStaffRequest: staff.InviteStaffRequest,
  ChangeStaffRequest: staff.ChangeStaffRequest,
  StaffInvitation: staff.StaffInvitation,
  StaffNotices: notices.StaffNotices,
  ChangeStaffNoticesRequest: notices.ChangeStaffNoticesRequest,
  SiteAdmin: staff.SiteAdmin,
  SiteAdminRequest: staff.SiteAdminRequest,
  JoinProgramRequest: customer.JoinProgramRequest,
  LoginRequest: account.LoginRequest,
  MembershipPackage,
  MergeCounts: merge.MergeCounts,
  MergedField: merge.MergedField,
  MergePreview: merge.MergePreview,
  MergeRequest: merge.MergeRequest,
  Money,
  OAuthError: OAuthErrorBody,
  Order: order.Order,
  OrderItem: order.OrderItem,
  OrderItemInput: order.OrderItemInput,
  OrganiserEvent: organiserEvent.OrganiserEvent,
  OrganiserProgram: organiserEvent.OrganiserProgram,
  ChangeNotificationSetting: notification.ChangeNotificationSetting,
  AllNotificationsRequest: notification.AllNotificationsRequest,
  Notification: notification.Notification,
  NotificationCount: notification.NotificationCount,
  NotificationPreferences: notification.NotificationPreferences,
  NotificationSetting: notification.NotificationSetting,
  UpdateNotificationPreferencesRequest: notification.UpdateNotificationPreferencesRequest,
  AddPushSubscriptionRequest: push.AddPushSubscriptionRequest,
  PushPreload: push.PushPreload,
  PushRemoval: push.PushRemoval,
  PushSubscription: push.PushSubscription,
  PushTest: push.PushTest,
  TestPushRequest: push.TestPushRequest,
  NewCredential: passkey.NewCredential,
  PackageBrief,
  Passkey: passkey.Passkey,
  PasskeyCreationOptions: passkey.PasskeyCreationOptions,
  PasskeyLoginRequest: passkey.PasskeyLoginRequest,
  PasskeyOptionsRequest: passkey.PasskeyOptionsRequest,
  PasskeyRequestOptions: passkey.PasskeyRequestOptions,
  Payment,
  Receipt,
  ChildcareReceipt,
  PaymentSource: customer.PaymentSource,
  Instalment,
  InstalmentDue,
  PayInstalmentsRequest,
  PayOrderRequest,
  Price,
  Privacy: privacy.Privacy,
  CustomerPrivacy: privacy.CustomerPrivacy,
  PersonalDataRequest: privacy.PersonalDataRequest,
  Product,
  ProductCategory,
  ProductVariation,
  Program: program.Program,
  ProgramAttendeeProfile: attendee.ProgramAttendeeProfile,
  ProgramBilling: billing.ProgramBilling,
  ProgramBrief: program.ProgramBrief,
  ProgramChange: organiser.ProgramChange,
  ProgramFeatures: program.ProgramFeatures,
  AnswerReaders: staff.AnswerReaders,
  ProgramFilters,
  ProgramPlan: organiser.ProgramPlan,
  PlanWarning: organiser.PlanWarning,
  ProgramPreferences: program.ProgramPreferences,
  Promotion,
  Quote: order.Quote,
  Refusal: organiser.Refusal,
  RefundPolicy: event.RefundPolicy,
  Eligibility: eligibility.Eligibility,
  Rebooking: rebooking.Rebooking,
  Recovery: recovery.Recovery,
  RecoveryRequest: recovery.RecoveryRequest,
  RegisterRequest: registration.RegisterRequest,
  Registration: registration.Registration,
  SignedWaiver: registration.SignedWaiver,
  OrganiserWaiver: registration.OrganiserWaiver,
  RegistrationAnswers,
  Relation: attendee.Relation,
  RemovePasskeyRequest: passkey.RemovePasskeyRequest,
  RenamePasskeyRequest: passkey.RenamePasskeyRequest,
  ResetPasswordRequest: recovery.ResetPasswordRequest,
  RevokeRequest: account.RevokeRequest,
  Session,
  ReturnStep: order.ReturnStep,
  SessionPackage,
  SignedCredential: passkey.SignedCredential,
  SignedUp: account.SignedUp,
  SignupRequest: account.SignupRequest,
  RefusedBookingError: familyBooking.RefusedBookingBody,
  RefusedImportError: RefusedImportBody,
  SlotTakenError: SlotTakenBody,
  StaleQuoteError: StaleQuoteBody,
  AppointmentSeries,
  BookAppointmentRequest,
  BookSeriesRequest,
  ChangeAppointmentRequest,
  StoreProduct,
  CreateMessageRequest: message.CreateMessageRequest,
  Message: message.Message,
  MessageThread: message.MessageThread,
  TeamMessage: message.TeamMessage,
  TeamThread: message.TeamThread,
  CloseConversationRequest: message.CloseConversationRequest,
  AssignConversationRequest: message.AssignConversationRequest,
  OrganiserMessageRequest: message.OrganiserMessageRequest,
  AnswerReportRequest: support.AnswerReportRequest,
  Feedback: feedback.Feedback,
  OrganiserFeedback: feedback.OrganiserFeedback,
  UpdateFeedbackRequest: feedback.UpdateFeedbackRequest,
  SupportReport: support.SupportReport,
  SupportRequest: support.SupportRequest,
  TaxItem: order.OrderTax,
  MembershipPlan: order.MembershipPlan,
  Token: account.Token,
  TokenRequest: account.TokenRequest,
  UndoEmailChangeRequest: account.UndoEmailChangeRequest,
  UndoLogInRequest: account.UndoLogInRequest,
  UpdateAttendeeRequest: attendee.UpdateAttendeeRequest,
  UpdateCustomerRequest: customer.UpdateCustomerRequest,
  UpdateEventRequest: organiserEvent.UpdateEventRequest,
  UpdateOrderRequest: order.UpdateOrderRequest,
  UpdateProgramBillingRequest: billing.UpdateProgramBillingRequest,
  UpdateProgramRequest: organiserEvent.UpdateProgramRequest,
  UpdateRegistrationRequest: registration.UpdateRegistrationRequest,
  UpdateUserRequest: account.UpdateUserRequest,
  UploadRequest,
  User: account.User,
  Venue: program.Venue,
  VenueCity,
  VerifyRequest: account.VerifyRequest,
  Waiver: event.Waiver,
  MoveChoice: move.MoveChoice,
  MovePerson: move.MovePerson,
  RegistrationMoves: move.RegistrationMoves,
  MoveRegistrationRequest: move.MoveRegistrationRequest,
  DeclineWaitlistOfferRequest: waitlist.DeclineWaitlistOfferRequest,
  OfferPlaceRequest: waitlist.OfferPlaceRequest,
  OrganiserWaitlistEntry: waitlist.OrganiserWaitlistEntry,
  WaitlistEntry: waitlist.WaitlistEntry,
  WaitlistOffer: waitlist.WaitlistOffer,
} satisfies Record<string, z.core.$ZodType>

/** Schemas of the program file. A response has every field; a request may omit fields that have a default. */
const moneyShapes = {
  ApproveRefundRequest: refund.ApproveRefundRequest,
  AnswerConversationRequest,
  DecideDeskRequest: desk.DecideDeskRequest,
  DeskConversation,
  DeclineRefundRequest: refund.DeclineRefundRequest,
  DeskTask: desk.DeskTask,
  OrganiserOrder: desk.OrganiserOrder,
  HistoryEntry,
  OrganiserRefundRequest: refund.OrganiserRefundRequest,
  RecordPaymentRequest,
  CorrectPaymentRequest,
  PaymentCorrection,
  BookingLink: staffBooking.BookingLink,
  StaffBookedPerson: staffBooking.StaffBookedPerson,
  StaffBookingRequest: staffBooking.StaffBookingRequest,
  StaffCharge: staffBooking.StaffCharge,
  StaffChargeRequest: staffBooking.StaffChargeRequest,
  StaffCancelRequest: staffChange.StaffCancelRequest,
  StaffCancellation: staffChange.StaffCancellation,
  StaffRefundRequest: staffChange.StaffRefundRequest,
  StaffRefund: staffChange.StaffRefund,
  CallOffDayRequest: dayOff.CallOffDayRequest,
  DayOff: dayOff.DayOff,
  EventDates: dayOff.EventDates,
  StaffMoveRequest: staffChange.StaffMoveRequest,
  StaffPlaceRequest: staffChange.StaffPlaceRequest,
  StaffMove: staffChange.StaffMove,
  StaffUndo: staffChange.StaffUndo,
  StaffAnswersRequest: staffChange.StaffAnswersRequest,
  Refund: refund.Refund,
  RefundOrderRequest: refund.RefundOrderRequest,
  RefundPlace: refund.RefundPlace,
  RefundPreview: refund.RefundPreview,
  RefundRequest: refund.RefundRequest,
  WithdrawRefundRequest: refund.WithdrawRefundRequest,
} satisfies Record<string, z.core.$ZodType>

const rosterShapes = {
  EventGroup: groups.EventGroup,
  CreateGroupRequest: groups.CreateGroupRequest,
  UpdateGroupRequest: groups.UpdateGroupRequest,
  PlaceGroupRequest: groups.PlaceGroupRequest,
  GroupPlace: groups.GroupPlace,
  FillGroupsRequest: groups.FillGroupsRequest,
  FilledGroups: groups.FilledGroups,
  HealthRead,
  RegistrationHealth,
  SalesReport: reports.SalesReport,
  DueReport: reports.DueReport,
  PayoutsReport: reports.PayoutsReport,
  AttendanceReport: reports.AttendanceReport,
  AnswersReport: reports.AnswersReport,
  Camp: camp.Camp,
  Sheet: sheet.Sheet,
  SheetEntry: sheet.SheetEntry,
  CheckIn: roster.CheckIn,
  CheckInRequest: roster.CheckInRequest,
  ArchiveAttendeeRequest: organiserAttendee.ArchiveAttendeeRequest,
  OrganiserAttendee: organiserAttendee.OrganiserAttendee,
  FirstStep: firstDay.FirstStep,
  FirstDay: firstDay.FirstDay,
  ChangeFirstDayRequest: firstDay.ChangeFirstDayRequest,
  Today: today.Today,
  TodayEvent: today.TodayEvent,
  MissingWaiver: today.MissingWaiver,
  DisputedPayment: today.DisputedPayment,
  NewBooking: today.NewBooking,
  PeopleSearch: people.PeopleSearch,
  FoundCustomer: people.FoundCustomer,
  FoundAttendee: people.FoundAttendee,
  FoundReceipt: people.FoundReceipt,
  Family: people.Family,
  CustomerMerge: customerMerge.CustomerMerge,
  MergeCustomerRequest: customerMerge.MergeCustomerRequest,
  ClaimCustomerRequest: customerMerge.ClaimCustomerRequest,
  CustomerNote: people.CustomerNote,
  CustomerNoteRequest: people.CustomerNoteRequest,
  ChangeCustomerNoteRequest: people.ChangeCustomerNoteRequest,
  OrganiserContact: customer.OrganiserContact,
  OrganiserRegistration: roster.OrganiserRegistration,
  Roster: roster.Roster,
  RosterContact: roster.RosterContact,
  RosterEntry: roster.RosterEntry,
  RosterEvent: roster.RosterEvent,
  RosterLink: roster.RosterLink,
  RosterLinkRequest: roster.RosterLinkRequest,
  RosterMarkRequest: roster.RosterMarkRequest,
} satisfies Record<string, z.core.$ZodType>

const fileShapes = {
  AddressFile: organiser.FileAddress,
  AppointmentTypeFile: FileAppointmentType,
  AttachmentFile: FileAttachment,
  CategoryFile: FileCategory,
  CouponFile: organiser.FileCoupon,
  EventFile: FileEvent,
  EventGroupFile: FileGroup,
  EventOptionFile: FileOption,
  MembershipPackageFile: FileMembershipPackage,
  ProductFile: FileProduct,
  SessionPackageFile: FileSessionPackage,
  ProgramFile: organiser.ProgramFile,
  ProgramSettings: organiserEvent.ProgramSettings,
} satisfies Record<string, z.core.$ZodType>

export const outputNames = z.registry<{ id: string }>()
export const inputNames = z.registry<{ id: string }>()
// A schema with custom checks is another object with the same core.
const namesByCore = new Map<unknown, { input: string; output: string }>()

for (const [output, schema] of Object.entries({ ...shapes, ...moneyShapes, ...rosterShapes, ...fileShapes })) {
  const input = output in fileShapes ? `${output}Input` : output
  outputNames.add(schema, { id: output })
  inputNames.add(schema, { id: input })
  namesByCore.set(schema._zod, { input, output })
}

/** The name of a schema in requests or responses, or null. */
export const shapeNameOf = (schema: z.core.$ZodType, io: 'input' | 'output'): string | null =>
  namesByCore.get(schema._zod)?.[io] ?? null
