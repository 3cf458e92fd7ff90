export { previewStaffRefund, type StaffRefundPreview } from './preview-staff-refund.server.ts';
