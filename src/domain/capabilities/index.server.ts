export { issueCapability, opens, opensOrder } from './capability.repository.server.ts';
