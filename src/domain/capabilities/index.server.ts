export { issueCapability, maySee, opens, opensOrder, subjectOfSession } from './capability.repository.server.ts';
