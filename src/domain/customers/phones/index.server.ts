export { checkPhoneCode, phoneCodeState } from './check-phone-code.server.ts';
export { erasePhoneCodes, sweepPhoneCodes } from './phone-code.repository.server.ts';
export { isSupportedPhone, sendPhoneCode } from './send-phone-code.server.ts';
export { consumeSmsBudgets } from './sms-budget.repository.server.ts';
export { fitOneSms, toGsmText } from './sms-text.ts';
