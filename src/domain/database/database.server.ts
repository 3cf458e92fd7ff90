import type {
  SaleChangesTable,
  SaleSearchTable,
  SearchNumbersTable,
  SearchRebuildTable,
} from './search.tables.server.ts';
import type {
  CheckoutSessionsTable,
  ConsentsTable,
  LeadsTable,
  QuotesTable,
  SessionLocationsTable,
} from './checkout.tables.server.ts';
import type {
  SeatPoolsTable,
  SeatReservationsTable,
  VoucherUsesTable,
  VouchersTable,
} from './catalog.tables.server.ts';
import type { OrderLinesTable, OrderLocationsTable, OrdersTable, UpsellDecisionsTable } from './order.tables.server.ts';
import type {
  AttemptEventsTable,
  AttemptsTable,
  IdempotencyKeysTable,
  PaymentProfilesTable,
  TendersTable,
} from './payment.tables.server.ts';
import type {
  DaySumsTable,
  LedgerDaysTable,
  LedgerTransfersTable,
  ReconciliationExceptionsTable,
} from './ledger.tables.server.ts';
import type {
  CoolingOffRequestsTable,
  DisputeResponsesTable,
  DisputesTable,
  PayoutChangesTable,
  PayoutDetailsTable,
  PendingRefundsTable,
  RefundPartsTable,
  RefundRequestsTable,
  ReturnedMoneyTable,
} from './refund.tables.server.ts';
import type {
  InPersonEventsTable,
  InPersonMovementsTable,
  InPersonPaymentsTable,
  InPersonRefundsTable,
  StaffMembersTable,
} from './in-person.tables.server.ts';
import type {
  BillingPeriodsTable,
  InvoicesTable,
  MandatesTable,
  SubscriptionEventsTable,
  SubscriptionsTable,
} from './subscription.tables.server.ts';
import type {
  CustomOffersTable,
  DunningsTable,
  MandateChargesTable,
  PlanChangesTable,
  SubscriptionNoticesTable,
  TrialIdentitiesTable,
  TrialsTable,
} from './subscription-billing.tables.server.ts';
import type {
  AbandonmentsTable,
  RecoveriesTable,
  ReminderOptOutsTable,
  RemindersTable,
  ResumeRequestsTable,
} from './recovery.tables.server.ts';
import type {
  AccessEventsTable,
  AccessGrantsTable,
  AccessTokensTable,
  MagicLinksTable,
  OrderMembershipsTable,
  PhoneCodesTable,
  PointsAccrualsTable,
  PointsBudgetsTable,
  PointsLinksTable,
  SmsBudgetsTable,
} from './customer.tables.server.ts';
import type {
  AuditEntriesTable,
  ContractAcceptancesTable,
  ContractsTable,
  DocumentProgressTable,
  FiscalNotesTable,
  FiscalNumbersTable,
  SaleNotesTable,
} from './document.tables.server.ts';
import type {
  EmailsTable,
  GatewayCursorsTable,
  IncomingWebhooksTable,
  OutboxEventsTable,
  WebhookDeliveriesTable,
  WebhookEndpointsTable,
  WebhookTriesTable,
} from './messaging.tables.server.ts';
import type {
  ApprovedAttemptsTable,
  ApprovedInstrumentsTable,
  CardAttemptsTable,
  DeclineAlarmsTable,
  RateCountersTable,
  SolvedChallengesTable,
} from './risk.tables.server.ts';
import type {
  AccountEmailsTable,
  BuyerAccountsTable,
  ErasuresTable,
  LinkBudgetsTable,
} from './privacy.tables.server.ts';
import type { JobRunsTable, ProcessesTable, SealChecksTable, SweepMarksTable } from './operation.tables.server.ts';
import type { ExportChunksTable, ExportsTable } from './export.tables.server.ts';
import type {
  ApprovalRequestsTable,
  AuditLogDaysTable,
  AuditLogTable,
  SavedViewsTable,
  StaffAccountsTable,
  StaffFirstLinksTable,
  StaffGrantsTable,
  StaffSessionsTable,
  StaffTasksTable,
} from './staff.tables.server.ts';

/** Every table of the product's own schema, in the order of the migrations. */
export interface Database {
  checkout_sessions: CheckoutSessionsTable;
  leads: LeadsTable;
  consents: ConsentsTable;
  quotes: QuotesTable;
  session_locations: SessionLocationsTable;
  vouchers: VouchersTable;
  voucher_uses: VoucherUsesTable;
  seat_pools: SeatPoolsTable;
  seat_reservations: SeatReservationsTable;
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  order_locations: OrderLocationsTable;
  upsell_decisions: UpsellDecisionsTable;
  tenders: TendersTable;
  attempts: AttemptsTable;
  attempt_events: AttemptEventsTable;
  idempotency_keys: IdempotencyKeysTable;
  payment_profiles: PaymentProfilesTable;
  ledger_transfers: LedgerTransfersTable;
  ledger_days: LedgerDaysTable;
  day_sums: DaySumsTable;
  reconciliation_exceptions: ReconciliationExceptionsTable;
  refunds: ReturnedMoneyTable;
  disputes: DisputesTable;
  dispute_responses: DisputeResponsesTable;
  refund_requests: RefundRequestsTable;
  refund_parts: RefundPartsTable;
  pending_refunds: PendingRefundsTable;
  cooling_off_requests: CoolingOffRequestsTable;
  payout_details: PayoutDetailsTable;
  payout_changes: PayoutChangesTable;
  staff_members: StaffMembersTable;
  in_person_payments: InPersonPaymentsTable;
  in_person_movements: InPersonMovementsTable;
  in_person_refunds: InPersonRefundsTable;
  in_person_events: InPersonEventsTable;
  mandates: MandatesTable;
  subscriptions: SubscriptionsTable;
  invoices: InvoicesTable;
  billing_periods: BillingPeriodsTable;
  subscription_events: SubscriptionEventsTable;
  mandate_charges: MandateChargesTable;
  dunnings: DunningsTable;
  subscription_notices: SubscriptionNoticesTable;
  plan_changes: PlanChangesTable;
  trials: TrialsTable;
  trial_identities: TrialIdentitiesTable;
  custom_offers: CustomOffersTable;
  recoveries: RecoveriesTable;
  resume_requests: ResumeRequestsTable;
  abandonments: AbandonmentsTable;
  reminders: RemindersTable;
  reminder_opt_outs: ReminderOptOutsTable;
  access_grants: AccessGrantsTable;
  access_events: AccessEventsTable;
  access_tokens: AccessTokensTable;
  magic_links: MagicLinksTable;
  phone_codes: PhoneCodesTable;
  sms_budgets: SmsBudgetsTable;
  points_links: PointsLinksTable;
  order_memberships: OrderMembershipsTable;
  points_budgets: PointsBudgetsTable;
  points_accruals: PointsAccrualsTable;
  contracts: ContractsTable;
  contract_acceptances: ContractAcceptancesTable;
  audit_entries: AuditEntriesTable;
  document_progress: DocumentProgressTable;
  fiscal_notes: FiscalNotesTable;
  fiscal_numbers: FiscalNumbersTable;
  sale_notes: SaleNotesTable;
  emails: EmailsTable;
  outbox_events: OutboxEventsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_tries: WebhookTriesTable;
  incoming_webhooks: IncomingWebhooksTable;
  gateway_cursors: GatewayCursorsTable;
  card_attempts: CardAttemptsTable;
  approved_attempts: ApprovedAttemptsTable;
  approved_instruments: ApprovedInstrumentsTable;
  solved_challenges: SolvedChallengesTable;
  decline_alarms: DeclineAlarmsTable;
  rate_counters: RateCountersTable;
  buyer_accounts: BuyerAccountsTable;
  account_emails: AccountEmailsTable;
  link_budgets: LinkBudgetsTable;
  erasures: ErasuresTable;
  job_runs: JobRunsTable;
  sale_changes: SaleChangesTable;
  sale_search: SaleSearchTable;
  search_numbers: SearchNumbersTable;
  search_rebuild: SearchRebuildTable;
  audit_log: AuditLogTable;
  audit_log_days: AuditLogDaysTable;
  staff_accounts: StaffAccountsTable;
  staff_grants: StaffGrantsTable;
  staff_sessions: StaffSessionsTable;
  staff_first_links: StaffFirstLinksTable;
  approval_requests: ApprovalRequestsTable;
  exports: ExportsTable;
  export_chunks: ExportChunksTable;
  staff_tasks: StaffTasksTable;
  saved_views: SavedViewsTable;
  processes: ProcessesTable;
  sweep_marks: SweepMarksTable;
  seal_checks: SealChecksTable;
}
