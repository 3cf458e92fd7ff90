export { isNoticeStillDue, type NoticeKind } from './notice-kinds.ts';
