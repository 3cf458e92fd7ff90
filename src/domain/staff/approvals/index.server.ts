export { requestById } from './approval-request.repository.server.ts';
export {
  type ApprovalEffect,
  approvalRequestsFor,
  approveRequest,
  askApproval,
  type AskFailure,
  type DecisionFailure,
  rejectRequest,
  takeBackRequest,
  useApproval,
} from './approval-request.server.ts';
export { type ApprovalKind, approvalPermissions, type ApprovalRequest } from './approval-request.types.ts';
export {
  accountOfActor,
  approversOf,
  checkSecondPerson,
  hasApprovingPerson,
  type SecondPersonFailure,
} from './second-person.server.ts';
