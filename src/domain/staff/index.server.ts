export * from './index.ts';
export {
  type AuditCursor,
  type AuditEntry,
  type AuditFilter,
  eraseAuditReasons,
  lastAuditDay,
  listAudit,
  type ListedAuditEntry,
  recordAudit,
  sealAuditDays,
  verifyAuditDays,
} from './audit-log/index.server.ts';
export { allAccounts, namesOfAccounts, type StaffAccount } from './accounts/index.server.ts';
export { firstLinkMinutes, makeFirstLink } from './first-links/index.server.ts';
export {
  accountOfActor,
  approvalPermissions,
  type ApprovalRequest,
  approvalRequestsFor,
  approvalUseHours,
  approveRequest,
  approversOf,
  askApproval,
  checkSecondPerson,
  type DecisionFailure,
  eraseErasureRequests,
  hasApprovingPerson,
  ownRequests,
  rejectRequest,
  requestById,
  type SecondPersonFailure,
  takeBackRequest,
  useApproval,
} from './approvals/index.server.ts';
export {
  type BrandsOfBusiness,
  type DirectoryGrant,
  grantsInForce,
  registerDirectoryPeople,
  type StaffGrant,
} from './grants/index.server.ts';
export {
  approvedRoles,
  endGrant,
  giveApprovedGrant,
  giveGrant,
  type GrantFailure,
  letPersonBack,
  markPersonLeft,
  requestAccess,
  tieToken,
} from './people/index.server.ts';
export {
  changeView,
  deleteView,
  savedViewFor,
  savedViewsFor,
  saveView,
  type ViewFailure,
} from './saved-views/index.server.ts';
export {
  endOwnSession,
  endSessionsOfSubject,
  findStaffSession,
  recordDirectoryCheck,
  refreshTokenOf,
  renewAuthentication,
  type SignInFailure,
  signInStaff,
  type StaffSession,
  staffSessionsOf,
  sweepStaffSessions,
} from './sessions/index.server.ts';
