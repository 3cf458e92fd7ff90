export {
  findVoucher,
  releaseVoucher,
  reserveVoucher,
  reserveVoucherAgain,
  type VoucherFailure,
} from './voucher.repository.server.ts';
