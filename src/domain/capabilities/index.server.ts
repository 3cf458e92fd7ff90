export {
  issueCapability,
  issueCode,
  maySee,
  opens,
  opensAny,
  opensOrder,
  revokeCapabilities,
  revokeCapability,
  subjectOfCode,
  subjectOfSecret,
  subjectOfSession,
} from './capability.repository.server.ts';
export { maySeeSession } from './session-sight.server.ts';
export { showCode } from './secret.server.ts';
