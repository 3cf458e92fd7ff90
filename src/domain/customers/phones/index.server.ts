export { checkPhoneCode, phoneCodeState } from './check-phone-code.server.ts';
export { sweepPhoneCodes } from './phone-code.repository.server.ts';
export { isSupportedPhone, sendPhoneCode } from './send-phone-code.server.ts';
export { consumeSmsBudgets } from './sms-budget.repository.server.ts';
export { smsParts, fitOneSms } from './sms-length.ts';
export { codeMessage, toGsmText } from './sms-text.ts';
