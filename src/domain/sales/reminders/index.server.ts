export { abandonmentById, eraseAbandonments } from './abandonment.repository.server.ts';
export { recordAbandonments } from './record-abandonments.server.ts';
export { planReminders } from './plan-reminders.server.ts';
export { completeReminder, acquireReminder, type AcquiredReminder } from './send-reminder.server.ts';
export { hasAddressOptedOut, optOutAddress, optOutOfReminders } from './opt-out.server.ts';
export { hasOptedOut } from './reminder.repository.server.ts';
