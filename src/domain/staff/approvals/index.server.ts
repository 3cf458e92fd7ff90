export { eraseErasureRequests, ownRequests, requestById } from './approval-request.repository.server.ts';
export {
  approvalRequestsFor,
  approveRequest,
  askApproval,
  type DecisionFailure,
  rejectRequest,
  takeBackRequest,
  useApproval,
} from './approval-request.server.ts';
export { approvalPermissions, type ApprovalRequest, approvalUseHours } from './approval-request.types.ts';
export {
  accountOfActor,
  approversOf,
  checkSecondPerson,
  hasApprovingPerson,
  type SecondPersonFailure,
} from './second-person.server.ts';
