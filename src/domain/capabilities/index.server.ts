export {
  issueCapability,
  maySee,
  opens,
  opensOrder,
  revokeCapabilities,
  subjectOfSession,
} from './capability.repository.server.ts';
export { maySeeSession } from './session-sight.server.ts';
