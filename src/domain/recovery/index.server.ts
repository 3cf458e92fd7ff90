export { createRecovery, type Recovery, recoveryById } from './recovery.repository.server.ts';
