export {
  issueMagicLink,
  issueLinkCode,
  mayViewOrder,
  linkOpens,
  anyLinkOpens,
  anyLinkOpensOrder,
  revokeMagicLinks,
  revokeMagicLink,
  resolveLinkCode,
  resolveLinkSecret,
  linkSubjectOfSession,
} from './magic-link.repository.server.ts';
export { mayViewSession } from './session-visibility.server.ts';
export { formatLinkCode } from './link-secret.server.ts';
export { sweepLinkBudgets, spendLinkBudget } from './link-budget.repository.server.ts';
