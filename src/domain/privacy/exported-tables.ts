/** A table that holds data of buyers, and by which of their ids its rows are found. */
export interface ExportedTable {
  /** Name of the section. */
  readonly id: string;
  readonly table:
    | 'leads'
    | 'checkout_sessions'
    | 'consents'
    | 'orders'
    | 'order_lines'
    | 'tenders'
    | 'attempts'
    | 'refunds'
    | 'disputes'
    | 'dispute_responses'
    | 'cooling_off_requests'
    | 'payout_details'
    | 'payout_changes'
    | 'access_grants'
    | 'access_events'
    | 'emails'
    | 'subscriptions'
    | 'billing_periods'
    | 'subscription_events'
    | 'subscription_notices'
    | 'plan_changes'
    | 'dunnings'
    | 'mandates'
    | 'payment_profiles'
    | 'phone_codes'
    | 'session_locations'
    | 'points_links'
    | 'order_memberships'
    | 'invoices'
    | 'contracts'
    | 'contract_acceptances'
    | 'fiscal_notes'
    | 'audit_entries'
    | 'trials'
    | 'custom_offers'
    | 'abandonments'
    | 'card_attempts'
    | 'approved_instruments'
    | 'outbox_events'
    | 'in_person_payments'
    | 'account_emails';
  readonly column: string;
  readonly of: 'leads' | 'sessions' | 'orders' | 'attempts' | 'subscriptions' | 'account';
  /** Columns that open or charge something. */
  readonly secret: readonly string[];
}

/** The data map: what is kept of a buyer and where. What is added here is exported; what is erased is in `erase-person.server.ts`. */
export const exportedTables: readonly ExportedTable[] = [
  { id: 'contact', table: 'leads', column: 'id', of: 'leads', secret: [] },
  { id: 'visits', table: 'checkout_sessions', column: 'id', of: 'sessions', secret: ['browser_hash'] },
  { id: 'consents', table: 'consents', column: 'session_id', of: 'sessions', secret: [] },
  { id: 'places', table: 'session_locations', column: 'session_id', of: 'sessions', secret: [] },
  { id: 'points', table: 'points_links', column: 'session_id', of: 'sessions', secret: ['token', 'challenge_id'] },
  {
    id: 'reminders',
    table: 'abandonments',
    column: 'session_id',
    of: 'sessions',
    secret: ['purchase_key', 'email_hash'],
  },
  { id: 'phone-checks', table: 'phone_codes', column: 'lead_id', of: 'leads', secret: ['code_hash'] },
  { id: 'orders', table: 'orders', column: 'id', of: 'orders', secret: [] },
  { id: 'order-lines', table: 'order_lines', column: 'order_id', of: 'orders', secret: [] },
  { id: 'order-points', table: 'order_memberships', column: 'order_id', of: 'orders', secret: [] },
  { id: 'tenders', table: 'tenders', column: 'order_id', of: 'orders', secret: [] },
  {
    id: 'payments',
    table: 'attempts',
    column: 'order_id',
    of: 'orders',
    secret: ['single_use_hash', 'sealed_request'],
  },
  {
    id: 'card-tries',
    table: 'card_attempts',
    column: 'attempt_id',
    of: 'attempts',
    secret: ['instrument_key', 'browser_key'],
  },
  {
    id: 'paid-cards',
    table: 'approved_instruments',
    column: 'attempt_id',
    of: 'attempts',
    secret: ['instrument_key'],
  },
  { id: 'at-units', table: 'in_person_payments', column: 'order_id', of: 'orders', secret: [] },
  { id: 'refunds', table: 'refunds', column: 'order_id', of: 'orders', secret: [] },
  { id: 'disputes', table: 'disputes', column: 'order_id', of: 'orders', secret: [] },
  { id: 'dispute-responses', table: 'dispute_responses', column: 'order_id', of: 'orders', secret: [] },
  { id: 'withdrawals', table: 'cooling_off_requests', column: 'order_id', of: 'orders', secret: [] },
  { id: 'payouts', table: 'payout_details', column: 'order_id', of: 'orders', secret: ['sealed'] },
  { id: 'payout-changes', table: 'payout_changes', column: 'order_id', of: 'orders', secret: [] },
  { id: 'access', table: 'access_grants', column: 'order_id', of: 'orders', secret: [] },
  { id: 'access-history', table: 'access_events', column: 'order_id', of: 'orders', secret: [] },
  { id: 'bills', table: 'invoices', column: 'session_id', of: 'sessions', secret: [] },
  { id: 'subscriptions', table: 'subscriptions', column: 'lead_id', of: 'leads', secret: [] },
  { id: 'terms', table: 'billing_periods', column: 'subscription_id', of: 'subscriptions', secret: [] },
  {
    id: 'subscription-events',
    table: 'subscription_events',
    column: 'subscription_id',
    of: 'subscriptions',
    secret: [],
  },
  { id: 'plan-changes', table: 'plan_changes', column: 'subscription_id', of: 'subscriptions', secret: [] },
  { id: 'late-terms', table: 'dunnings', column: 'subscription_id', of: 'subscriptions', secret: [] },
  { id: 'notices', table: 'subscription_notices', column: 'subscription_id', of: 'subscriptions', secret: [] },
  { id: 'standing-consents', table: 'mandates', column: 'order_id', of: 'orders', secret: ['reference'] },
  { id: 'trials', table: 'trials', column: 'order_id', of: 'orders', secret: [] },
  { id: 'offers', table: 'custom_offers', column: 'lead_id', of: 'leads', secret: [] },
  {
    id: 'kept-cards',
    table: 'payment_profiles',
    column: 'lead_id',
    of: 'leads',
    secret: ['token', 'browser_hash', 'instrument_key', 'scheme_transaction_id'],
  },
  { id: 'contracts', table: 'contracts', column: 'session_id', of: 'sessions', secret: [] },
  { id: 'acceptances', table: 'contract_acceptances', column: 'session_id', of: 'sessions', secret: [] },
  { id: 'fiscal-notes', table: 'fiscal_notes', column: 'order_id', of: 'orders', secret: [] },
  { id: 'evidence', table: 'audit_entries', column: 'order_id', of: 'orders', secret: [] },
  { id: 'letters', table: 'emails', column: 'order_id', of: 'orders', secret: [] },
  { id: 'page-letters', table: 'account_emails', column: 'account_id', of: 'account', secret: [] },
  { id: 'events', table: 'outbox_events', column: 'order_id', of: 'orders', secret: [] },
];
