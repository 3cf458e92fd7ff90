export { findVoucher, releaseVoucher, reserveVoucher, type VoucherFailure } from './voucher.repository.server.ts';
