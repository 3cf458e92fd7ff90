export {
  findVoucher,
  releaseVoucher,
  reserveVoucher,
  retakeVoucher,
  type VoucherFailure,
} from './voucher.repository.server.ts';
