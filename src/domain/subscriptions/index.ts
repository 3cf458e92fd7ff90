export { chargeCalendar } from './charge-calendar.ts';
