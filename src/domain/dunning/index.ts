export { isNoticeWanted } from './notice-wanted.ts';
export {
  aheadKinds,
  type AheadReminder,
  type DunningSchedule,
  noticeChannels,
  type NoticeKind,
  reminderKinds,
} from './dunning.types.ts';
