export { eraseDisputeStatements, responsesToDispute } from './dispute-response.repository.server.ts';
export { disputeById, disputeDeadlines, disputesInScope } from './dispute.repository.server.ts';
export { concedeDispute, type DisputeFailure, recordEvidence } from './respond-to-dispute.server.ts';
