export {
  issueMagicLink,
  issueLinkCode,
  mayViewOrder,
  mayViewSession,
  linkOpens,
  anyLinkOpens,
  resolveLinkCode,
  resolveLinkSecret,
  linkSubjectOfSession,
} from './magic-link.repository.server.ts';
export {
  erasureSubject,
  revokeAllMagicLinks,
  revokeLinksOfSessions,
  revokeLinksToSubjects,
  revokeMagicLink,
  revokeMagicLinks,
  revokeMagicLinksOfEmail,
  revokeOfferLinks,
  revokeSubscriptionLinks,
} from './revoke-magic-links.repository.server.ts';
export { formatLinkCode } from './link-secret.server.ts';
export { sweepLinkBudgets, spendLinkBudget } from './link-budget.repository.server.ts';
