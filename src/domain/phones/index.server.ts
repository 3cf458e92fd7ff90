export { checkPhoneCode, codeStanding } from './check-phone-code.server.ts';
export { sweepPhoneCodes } from './phone-code.repository.server.ts';
export { isServedPhone, sendPhoneCode } from './send-phone-code.server.ts';
export { plainText } from './sms-text.ts';
