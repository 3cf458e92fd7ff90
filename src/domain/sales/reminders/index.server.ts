export { abandonmentById, eraseAbandonments } from './abandonment.repository.server.ts';
export { recordAbandonments } from './record-abandonments.server.ts';
export { planReminders } from './plan-reminders.server.ts';
export {
  hasOptedOut,
  completeReminder,
  optOutOfReminders,
  acquireReminder,
  type AcquiredReminder,
} from './send-reminder.server.ts';
export { hasAddressOptedOut, optOutAddress } from './opt-out-address.server.ts';
