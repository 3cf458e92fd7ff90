export { createRecovery, type Recovery, recoveryById } from './recovery.repository.server.ts';
export { acquireResumeRequest, completeResumeRequest, type ResumeChannel } from './resume-request.repository.server.ts';
export { requestResume } from './resume-request.server.ts';
export { recoveryPrice, type RecoveryPrice } from './recovery-price.server.ts';
export { issueShortLink, openShortLink } from './short-link.server.ts';
