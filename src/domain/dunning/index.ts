export { isNoticeWanted } from './notice-wanted.ts';
export {
  aheadKinds,
  type AheadKind,
  type AheadReminder,
  type DunningSchedule,
  type NoticeChannel,
  noticeChannels,
  type NoticeKind,
  type Reminder,
  type ReminderKind,
  reminderKinds,
} from './dunning.types.ts';
