// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { manifest as stepsCustomOffer } from './steps/custom-offer/step.ts';
import { manifest as stepsInvoicePayment } from './steps/invoice-payment/step.ts';
import { manifest as stepsLead } from './steps/lead/step.ts';
import { manifest as stepsLiveloCode } from './steps/livelo-code/step.ts';
import { manifest as stepsLiveloCpf } from './steps/livelo-cpf/step.ts';
import { manifest as stepsLiveloError } from './steps/livelo-error/step.ts';
import { manifest as stepsLiveloPayment } from './steps/livelo-payment/step.ts';
import { manifest as stepsLiveloPaymentMethod } from './steps/livelo-payment-method/step.ts';
import { manifest as stepsLiveloSelectDevice } from './steps/livelo-select-device/step.ts';
import { manifest as stepsMd } from './steps/md/step.ts';
import { manifest as stepsMultiprofilePresentation } from './steps/multiprofile-presentation/step.ts';
import { manifest as stepsMultiprofileUpsellPresentation } from './steps/multiprofile-upsell-presentation/step.ts';
import { manifest as stepsOrderBumpPresentation } from './steps/order-bump-presentation/step.ts';
import { manifest as stepsParsing } from './steps/parsing/step.ts';
import { manifest as stepsPayment } from './steps/payment/step.ts';
import { manifest as stepsPaymentUpgrade } from './steps/payment-upgrade/step.ts';
import { manifest as stepsPaymentUpsell } from './steps/payment-upsell/step.ts';
import { manifest as stepsPaymentVerification } from './steps/payment-verification/step.ts';
import { manifest as stepsPhoneVerification } from './steps/phone-verification/step.ts';
import { manifest as stepsPresentation } from './steps/presentation/step.ts';
import { manifest as stepsRecovery } from './steps/recovery/step.ts';
import { manifest as stepsRenew } from './steps/renew/step.ts';
import { manifest as stepsSelectSchool } from './steps/select-school/step.ts';
import { manifest as stepsSelectTestLocation } from './steps/select-test-location/step.ts';
import { manifest as stepsSubscriptionWelcome } from './steps/subscription-welcome/step.ts';
import { manifest as stepsSuccess } from './steps/success/step.ts';
import { manifest as stepsSuccessInvoice } from './steps/success-invoice/step.ts';
import { manifest as stepsSuccessUpsell } from './steps/success-upsell/step.ts';
import { manifest as stepsUpsellPayment } from './steps/upsell-payment/step.ts';
import { manifest as stepsUpsellPresentation } from './steps/upsell-presentation/step.ts';
import { manifest as stepsVideo } from './steps/video/step.ts';
import { manifest as stepsVideoUpsell } from './steps/video-upsell/step.ts';
import { manifest as pagesAccess } from './pages/access/page.ts';
import { manifest as pagesAccountLink } from './account/pages/account-link/page.ts';
import { manifest as pagesBillingAddress } from './account/pages/billing-address/page.ts';
import { manifest as pagesChallengeReturn } from './pages/challenge-return/page.ts';
import { manifest as pagesCollect } from './pages/collect/page.ts';
import { manifest as pagesConsent } from './pages/consent/page.ts';
import { manifest as pagesContract } from './pages/contract/page.ts';
import { manifest as pagesCookiesDisabled } from './pages/cookies-disabled/page.ts';
import { manifest as pagesCoolingOff } from './pages/cooling-off/page.ts';
import { manifest as pagesDataErasure } from './account/pages/data-erasure/page.ts';
import { manifest as pagesGallery } from './pages/gallery/page.ts';
import { manifest as pagesGenericError } from './pages/generic-error/page.ts';
import { manifest as pagesLinkExpired } from './pages/link-expired/page.ts';
import { manifest as pagesNotFound } from './pages/not-found/page.ts';
import { manifest as pagesOrderPending } from './pages/order-pending/page.ts';
import { manifest as pagesOtherDevice } from './pages/other-device/page.ts';
import { manifest as pagesPersonalData } from './account/pages/personal-data/page.ts';
import { manifest as pagesPersonalOffer } from './pages/personal-offer/page.ts';
import { manifest as pagesProviderReturn } from './pages/provider-return/page.ts';
import { manifest as pagesPurchases } from './account/pages/purchases/page.ts';
import { manifest as pagesSamples } from './pages/samples/page.ts';
import { manifest as pagesShortLink } from './pages/short-link/page.ts';
import { manifest as pagesSoldOut } from './pages/sold-out/page.ts';
import { manifest as pagesStaging } from './pages/staging/page.ts';
import { manifest as pagesStart } from './pages/start/page.ts';
import { manifest as pagesStopReminders } from './pages/stop-reminders/page.ts';
import { manifest as pagesSubscriptionCard } from './account/pages/subscription-card/page.ts';
import { manifest as pagesTemporarilyUnavailable } from './pages/temporarily-unavailable/page.ts';
import { manifest as pagesUpsellOffer } from './pages/upsell-offer/page.ts';
import { manifest as pagesWaiting } from './pages/waiting/page.ts';

export const steps = {
  'custom-offer': stepsCustomOffer,
  'invoice-payment': stepsInvoicePayment,
  lead: stepsLead,
  'livelo-code': stepsLiveloCode,
  'livelo-cpf': stepsLiveloCpf,
  'livelo-error': stepsLiveloError,
  'livelo-payment': stepsLiveloPayment,
  'livelo-payment-method': stepsLiveloPaymentMethod,
  'livelo-select-device': stepsLiveloSelectDevice,
  md: stepsMd,
  'multiprofile-presentation': stepsMultiprofilePresentation,
  'multiprofile-upsell-presentation': stepsMultiprofileUpsellPresentation,
  'order-bump-presentation': stepsOrderBumpPresentation,
  parsing: stepsParsing,
  payment: stepsPayment,
  'payment-upgrade': stepsPaymentUpgrade,
  'payment-upsell': stepsPaymentUpsell,
  'payment-verification': stepsPaymentVerification,
  'phone-verification': stepsPhoneVerification,
  presentation: stepsPresentation,
  recovery: stepsRecovery,
  renew: stepsRenew,
  'select-school': stepsSelectSchool,
  'select-test-location': stepsSelectTestLocation,
  'subscription-welcome': stepsSubscriptionWelcome,
  success: stepsSuccess,
  'success-invoice': stepsSuccessInvoice,
  'success-upsell': stepsSuccessUpsell,
  'upsell-payment': stepsUpsellPayment,
  'upsell-presentation': stepsUpsellPresentation,
  video: stepsVideo,
  'video-upsell': stepsVideoUpsell,
};

export const pages = {
  access: pagesAccess,
  'account-link': pagesAccountLink,
  'billing-address': pagesBillingAddress,
  'challenge-return': pagesChallengeReturn,
  collect: pagesCollect,
  consent: pagesConsent,
  contract: pagesContract,
  'cookies-disabled': pagesCookiesDisabled,
  'cooling-off': pagesCoolingOff,
  'data-erasure': pagesDataErasure,
  gallery: pagesGallery,
  'generic-error': pagesGenericError,
  'link-expired': pagesLinkExpired,
  'not-found': pagesNotFound,
  'order-pending': pagesOrderPending,
  'other-device': pagesOtherDevice,
  'personal-data': pagesPersonalData,
  'personal-offer': pagesPersonalOffer,
  'provider-return': pagesProviderReturn,
  purchases: pagesPurchases,
  samples: pagesSamples,
  'short-link': pagesShortLink,
  'sold-out': pagesSoldOut,
  staging: pagesStaging,
  start: pagesStart,
  'stop-reminders': pagesStopReminders,
  'subscription-card': pagesSubscriptionCard,
  'temporarily-unavailable': pagesTemporarilyUnavailable,
  'upsell-offer': pagesUpsellOffer,
  waiting: pagesWaiting,
};
