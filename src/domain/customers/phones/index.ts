export type { SmsPort } from './sms.port.ts';
