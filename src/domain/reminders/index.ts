export { reminderChannels, type ReminderSchedule } from './reminder.types.ts';
