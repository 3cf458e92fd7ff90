export {
  issueCapability,
  maySee,
  opens,
  opensOrder,
  revokeCapabilities,
  subjectOfSession,
} from './capability.repository.server.ts';
