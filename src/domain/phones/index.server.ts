export { checkPhoneCode, codeStanding } from './check-phone-code.server.ts';
export { sweepPhoneCodes } from './phone-code.repository.server.ts';
export { isServedPhone, sendPhoneCode } from './send-phone-code.server.ts';
export { spendBudgets } from './sms-budget.repository.server.ts';
export { smsParts, withinOneText } from './sms-length.ts';
export { codeMessage, plainText } from './sms-text.ts';
