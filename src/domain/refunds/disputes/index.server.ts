export { eraseDisputeStatements } from './dispute-response.repository.server.ts';
