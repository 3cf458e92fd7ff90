export { type ReminderChannel, reminderChannels, type ReminderSchedule, type ReminderStep } from './reminder.types.ts';
export { nextReminder } from './next-reminder.ts';
