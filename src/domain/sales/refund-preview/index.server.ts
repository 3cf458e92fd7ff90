export { previewStaffRefund } from './preview-staff-refund.server.ts';
