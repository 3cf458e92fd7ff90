// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { page as stepServersCustomOffer } from './steps/custom-offer/custom-offer.server.ts';
import { page as stepServersInvoicePayment } from './steps/invoice-payment/invoice-payment.server.ts';
import { page as stepServersLead } from './steps/lead/lead.server.ts';
import { page as stepServersLiveloCode } from './steps/livelo-code/livelo-code.server.ts';
import { page as stepServersLiveloCpf } from './steps/livelo-cpf/livelo-cpf.server.ts';
import { page as stepServersLiveloError } from './steps/livelo-error/livelo-error.server.ts';
import { page as stepServersLiveloPayment } from './steps/livelo-payment/livelo-payment.server.ts';
import { page as stepServersLiveloPaymentMethod } from './steps/livelo-payment-method/livelo-payment-method.server.ts';
import { page as stepServersLiveloSelectDevice } from './steps/livelo-select-device/livelo-select-device.server.ts';
import { page as stepServersMd } from './steps/md/md.server.ts';
import { page as stepServersMultiprofilePresentation } from './steps/multiprofile-presentation/multiprofile-presentation.server.ts';
import { page as stepServersMultiprofileUpsellPresentation } from './steps/multiprofile-upsell-presentation/multiprofile-upsell-presentation.server.ts';
import { page as stepServersOrderBumpPresentation } from './steps/order-bump-presentation/order-bump-presentation.server.ts';
import { page as stepServersParsing } from './steps/parsing/parsing.server.ts';
import { page as stepServersPayment } from './steps/payment/payment.server.ts';
import { page as stepServersPaymentUpgrade } from './steps/payment-upgrade/payment-upgrade.server.ts';
import { page as stepServersPaymentUpsell } from './steps/payment-upsell/payment-upsell.server.ts';
import { page as stepServersPaymentVerification } from './steps/payment-verification/payment-verification.server.ts';
import { page as stepServersPhoneVerification } from './steps/phone-verification/phone-verification.server.ts';
import { page as stepServersPresentation } from './steps/presentation/presentation.server.ts';
import { page as stepServersRecovery } from './steps/recovery/recovery.server.ts';
import { page as stepServersRenew } from './steps/renew/renew.server.ts';
import { page as stepServersSelectSchool } from './steps/select-school/select-school.server.ts';
import { page as stepServersSelectTestLocation } from './steps/select-test-location/select-test-location.server.ts';
import { page as stepServersSubscriptionWelcome } from './steps/subscription-welcome/subscription-welcome.server.ts';
import { page as stepServersSuccess } from './steps/success/success.server.ts';
import { page as stepServersSuccessInvoice } from './steps/success-invoice/success-invoice.server.ts';
import { page as stepServersSuccessUpsell } from './steps/success-upsell/success-upsell.server.ts';
import { page as stepServersUpsellPayment } from './steps/upsell-payment/upsell-payment.server.ts';
import { page as stepServersUpsellPresentation } from './steps/upsell-presentation/upsell-presentation.server.ts';
import { page as stepServersVideo } from './steps/video/video.server.ts';
import { page as stepServersVideoUpsell } from './steps/video-upsell/video-upsell.server.ts';
import { page as pageServersAccess } from './pages/access/access.server.ts';
import { page as pageServersAccountLink } from './account/pages/account-link/account-link.server.ts';
import { page as pageServersBillingAddress } from './account/pages/billing-address/billing-address.server.ts';
import { page as pageServersChallengeReturn } from './pages/challenge-return/challenge-return.server.ts';
import { page as pageServersCollect } from './pages/collect/collect.server.ts';
import { page as pageServersConsent } from './pages/consent/consent.server.ts';
import { page as pageServersContract } from './pages/contract/contract.server.ts';
import { page as pageServersCookiesDisabled } from './pages/cookies-disabled/cookies-disabled.server.ts';
import { page as pageServersCoolingOff } from './pages/cooling-off/cooling-off.server.ts';
import { page as pageServersDataErasure } from './account/pages/data-erasure/data-erasure.server.ts';
import { page as pageServersGallery } from './pages/gallery/gallery.server.ts';
import { page as pageServersGenericError } from './pages/generic-error/generic-error.server.ts';
import { page as pageServersLinkExpired } from './pages/link-expired/link-expired.server.ts';
import { page as pageServersNotFound } from './pages/not-found/not-found.server.ts';
import { page as pageServersOrderPending } from './pages/order-pending/order-pending.server.ts';
import { page as pageServersOtherDevice } from './pages/other-device/other-device.server.ts';
import { page as pageServersPersonalData } from './account/pages/personal-data/personal-data.server.ts';
import { page as pageServersPersonalOffer } from './pages/personal-offer/personal-offer.server.ts';
import { page as pageServersProviderReturn } from './pages/provider-return/provider-return.server.ts';
import { page as pageServersPurchases } from './account/pages/purchases/purchases.server.ts';
import { page as pageServersSamples } from './pages/samples/samples.server.ts';
import { page as pageServersShortLink } from './pages/short-link/short-link.server.ts';
import { page as pageServersSoldOut } from './pages/sold-out/sold-out.server.ts';
import { page as pageServersStaging } from './pages/staging/staging.server.ts';
import { page as pageServersStart } from './pages/start/start.server.ts';
import { page as pageServersStopReminders } from './pages/stop-reminders/stop-reminders.server.ts';
import { page as pageServersSubscriptionCard } from './account/pages/subscription-card/subscription-card.server.ts';
import { page as pageServersTemporarilyUnavailable } from './pages/temporarily-unavailable/temporarily-unavailable.server.ts';
import { page as pageServersUpsellOffer } from './pages/upsell-offer/upsell-offer.server.ts';
import { page as pageServersWaiting } from './pages/waiting/waiting.server.ts';

export const stepServers = {
  'custom-offer': stepServersCustomOffer,
  'invoice-payment': stepServersInvoicePayment,
  lead: stepServersLead,
  'livelo-code': stepServersLiveloCode,
  'livelo-cpf': stepServersLiveloCpf,
  'livelo-error': stepServersLiveloError,
  'livelo-payment': stepServersLiveloPayment,
  'livelo-payment-method': stepServersLiveloPaymentMethod,
  'livelo-select-device': stepServersLiveloSelectDevice,
  md: stepServersMd,
  'multiprofile-presentation': stepServersMultiprofilePresentation,
  'multiprofile-upsell-presentation': stepServersMultiprofileUpsellPresentation,
  'order-bump-presentation': stepServersOrderBumpPresentation,
  parsing: stepServersParsing,
  payment: stepServersPayment,
  'payment-upgrade': stepServersPaymentUpgrade,
  'payment-upsell': stepServersPaymentUpsell,
  'payment-verification': stepServersPaymentVerification,
  'phone-verification': stepServersPhoneVerification,
  presentation: stepServersPresentation,
  recovery: stepServersRecovery,
  renew: stepServersRenew,
  'select-school': stepServersSelectSchool,
  'select-test-location': stepServersSelectTestLocation,
  'subscription-welcome': stepServersSubscriptionWelcome,
  success: stepServersSuccess,
  'success-invoice': stepServersSuccessInvoice,
  'success-upsell': stepServersSuccessUpsell,
  'upsell-payment': stepServersUpsellPayment,
  'upsell-presentation': stepServersUpsellPresentation,
  video: stepServersVideo,
  'video-upsell': stepServersVideoUpsell,
};

export const pageServers = {
  access: pageServersAccess,
  'account-link': pageServersAccountLink,
  'billing-address': pageServersBillingAddress,
  'challenge-return': pageServersChallengeReturn,
  collect: pageServersCollect,
  consent: pageServersConsent,
  contract: pageServersContract,
  'cookies-disabled': pageServersCookiesDisabled,
  'cooling-off': pageServersCoolingOff,
  'data-erasure': pageServersDataErasure,
  gallery: pageServersGallery,
  'generic-error': pageServersGenericError,
  'link-expired': pageServersLinkExpired,
  'not-found': pageServersNotFound,
  'order-pending': pageServersOrderPending,
  'other-device': pageServersOtherDevice,
  'personal-data': pageServersPersonalData,
  'personal-offer': pageServersPersonalOffer,
  'provider-return': pageServersProviderReturn,
  purchases: pageServersPurchases,
  samples: pageServersSamples,
  'short-link': pageServersShortLink,
  'sold-out': pageServersSoldOut,
  staging: pageServersStaging,
  start: pageServersStart,
  'stop-reminders': pageServersStopReminders,
  'subscription-card': pageServersSubscriptionCard,
  'temporarily-unavailable': pageServersTemporarilyUnavailable,
  'upsell-offer': pageServersUpsellOffer,
  waiting: pageServersWaiting,
};
