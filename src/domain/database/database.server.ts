import type {
  AccessGrantsTable,
  AccessTokensTable,
  GatewayCursorsTable,
  MessagesTable,
  NotificationsTable,
  OutboxEventsTable,
} from './after-payment.tables.server.ts';
import type { CapabilitiesTable, InvoicesTable, RecoveriesTable, SubscriptionsTable } from './bill.tables.server.ts';
import type {
  ClaimEventsTable,
  ClaimMovementsTable,
  ClaimReversalsTable,
  ClaimsTable,
  PointsAccrualsTable,
  UnitPeopleTable,
} from './claim.tables.server.ts';
import type { CheckoutSessionsTable, ConsentsTable, LeadsTable, QuotesTable } from './buyer.tables.server.ts';
import type { DunningsTable, SubscriptionNoticesTable } from './dunning.tables.server.ts';
import type {
  GoodTriesTable,
  GuardCountsTable,
  MeansTriesTable,
  PaymentProfilesTable,
  TryAlarmsTable,
  UsedChallengesTable,
} from './means.tables.server.ts';
import type {
  IdempotencyKeysTable,
  LedgerDaysTable,
  LedgerTransfersTable,
  MoneyBreaksTable,
  RefundPartsTable,
  RefundRequestsTable,
  ReversalsTable,
  VoucherUsesTable,
  VouchersTable,
  WaitingRefundsTable,
} from './money.tables.server.ts';
import type { JobRunsTable } from './job.tables.server.ts';
import type { AttemptsTable, OrderLinesTable, OrdersTable, TendersTable } from './order.tables.server.ts';
import type {
  ContractAcceptancesTable,
  ContractsTable,
  EvidenceLinksTable,
  FiscalNotesTable,
  FiscalNumbersTable,
  PapersProgressTable,
} from './paper.tables.server.ts';
import type { PhoneCodesTable, SmsBudgetsTable } from './phone.tables.server.ts';
import type { OrderPlacesTable, SeatHoldsTable, SeatPoolsTable, SessionPlacesTable } from './place.tables.server.ts';
import type {
  BuyerLettersTable,
  BuyerPagesTable,
  ErasuresTable,
  PageBudgetsTable,
  PayoutChangesTable,
  PayoutDetailsTable,
  WithdrawalsTable,
} from './own-page.tables.server.ts';
import type { OrderMembershipsTable, PointsBudgetsTable, PointsLinksTable } from './points.tables.server.ts';
import type { RecurrenceChargesTable, RecurrencesTable } from './recurrence.tables.server.ts';
import type {
  AbandonmentsTable,
  PlanChangesTable,
  RemindersTable,
  ReminderStopsTable,
} from './reminder.tables.server.ts';
import type { ResumeWishesTable } from './resume.tables.server.ts';
import type { SubscriptionEventsTable, SubscriptionPeriodsTable } from './subscription.tables.server.ts';
import type { CustomOffersTable, TrialPeopleTable, TrialsTable } from './trial.tables.server.ts';
import type { UpsellDecisionsTable } from './upsell.tables.server.ts';
import type { WebhookDeliveriesTable, WebhookEndpointsTable } from './webhook.tables.server.ts';

/** Every table of the product's own schema. */
export interface Database {
  checkout_sessions: CheckoutSessionsTable;
  leads: LeadsTable;
  consents: ConsentsTable;
  quotes: QuotesTable;
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  tenders: TendersTable;
  attempts: AttemptsTable;
  idempotency_keys: IdempotencyKeysTable;
  vouchers: VouchersTable;
  voucher_uses: VoucherUsesTable;
  ledger_days: LedgerDaysTable;
  ledger_transfers: LedgerTransfersTable;
  money_breaks: MoneyBreaksTable;
  access_grants: AccessGrantsTable;
  refunds: ReversalsTable;
  refund_requests: RefundRequestsTable;
  refund_parts: RefundPartsTable;
  waiting_refunds: WaitingRefundsTable;
  disputes: ReversalsTable;
  access_tokens: AccessTokensTable;
  messages: MessagesTable;
  outbox_events: OutboxEventsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  notifications: NotificationsTable;
  gateway_cursors: GatewayCursorsTable;
  means_tries: MeansTriesTable;
  good_tries: GoodTriesTable;
  used_challenges: UsedChallengesTable;
  try_alarms: TryAlarmsTable;
  guard_counts: GuardCountsTable;
  payment_profiles: PaymentProfilesTable;
  upsell_decisions: UpsellDecisionsTable;
  subscriptions: SubscriptionsTable;
  dunnings: DunningsTable;
  subscription_notices: SubscriptionNoticesTable;
  invoices: InvoicesTable;
  recoveries: RecoveriesTable;
  capabilities: CapabilitiesTable;
  points_links: PointsLinksTable;
  order_memberships: OrderMembershipsTable;
  points_budgets: PointsBudgetsTable;
  session_places: SessionPlacesTable;
  order_places: OrderPlacesTable;
  seat_pools: SeatPoolsTable;
  seat_holds: SeatHoldsTable;
  phone_codes: PhoneCodesTable;
  sms_budgets: SmsBudgetsTable;
  points_accruals: PointsAccrualsTable;
  unit_people: UnitPeopleTable;
  claims: ClaimsTable;
  claim_movements: ClaimMovementsTable;
  claim_reversals: ClaimReversalsTable;
  claim_events: ClaimEventsTable;
  plan_changes: PlanChangesTable;
  abandonments: AbandonmentsTable;
  reminders: RemindersTable;
  reminder_stops: ReminderStopsTable;
  resume_wishes: ResumeWishesTable;
  recurrences: RecurrencesTable;
  recurrence_charges: RecurrenceChargesTable;
  withdrawals: WithdrawalsTable;
  payout_details: PayoutDetailsTable;
  payout_changes: PayoutChangesTable;
  buyer_pages: BuyerPagesTable;
  buyer_letters: BuyerLettersTable;
  page_budgets: PageBudgetsTable;
  erasures: ErasuresTable;
  trials: TrialsTable;
  trial_people: TrialPeopleTable;
  custom_offers: CustomOffersTable;
  subscription_periods: SubscriptionPeriodsTable;
  subscription_events: SubscriptionEventsTable;
  contracts: ContractsTable;
  contract_acceptances: ContractAcceptancesTable;
  evidence_links: EvidenceLinksTable;
  papers_progress: PapersProgressTable;
  fiscal_notes: FiscalNotesTable;
  fiscal_numbers: FiscalNumbersTable;
  job_runs: JobRunsTable;
}
