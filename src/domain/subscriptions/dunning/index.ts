export { isNoticeStillDue } from './notice-still-due.ts';
export type { NoticeKind } from './notice-kinds.ts';
