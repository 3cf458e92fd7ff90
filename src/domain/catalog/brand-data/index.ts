export type { TestLocation } from './test-location.types.ts';
export {
  type ReminderKind,
  type UpcomingChargeKind,
  type DunningSchedule,
  upcomingChargeKinds,
  noticeChannels,
  reminderKinds,
  type UpcomingChargeReminder,
  type NoticeChannel,
  type Reminder,
} from './dunning.types.ts';
export {
  type Flow,
  type FlowStep,
  type PresentationVariant,
  presentationVariants,
  type StepProps,
  type TemplatePaths,
  type UpsellProps,
  type VideoProps,
} from './flow.types.ts';
export { type ReminderSchedule, reminderChannels, type ReminderStep, type ReminderChannel } from './reminder.types.ts';
export {
  givenColumns,
  leadAnswers,
  mapLeadAnswers,
  mapLeadColumns,
  mapStudentAnswers,
  studentAnswers,
} from './lead-answers.ts';
export type { LeadAnswerName, StudentAnswerName } from './lead-answers.ts';
