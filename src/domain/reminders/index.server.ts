export * from './index.ts';
export { abandonmentById } from './abandonment.repository.server.ts';
export { noteAbandoned } from './note-abandoned.server.ts';
export { planReminders } from './plan-reminders.server.ts';
export { isStopped, settleReminder, stopReminders, takeReminder, type TakenReminder } from './send-reminder.server.ts';
export { isStoppedFor, stopRemindersTo } from './stop-for-address.server.ts';
