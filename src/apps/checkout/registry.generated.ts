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
import { manifest as pagesAwaiting } from './pages/awaiting/page.ts';
import { manifest as pagesChallengeReturn } from './pages/challenge-return/page.ts';
import { manifest as pagesComingBack } from './pages/coming-back/page.ts';
import { manifest as pagesConsent } from './pages/consent/page.ts';
import { manifest as pagesContract } from './pages/contract/page.ts';
import { manifest as pagesCookiesDisabled } from './pages/cookies-disabled/page.ts';
import { manifest as pagesElsewhere } from './pages/elsewhere/page.ts';
import { manifest as pagesGallery } from './pages/gallery/page.ts';
import { manifest as pagesGenericError } from './pages/generic-error/page.ts';
import { manifest as pagesLinkGone } from './pages/link-gone/page.ts';
import { manifest as pagesMadeOffer } from './pages/made-offer/page.ts';
import { manifest as pagesMyAddress } from './pages/my-address/page.ts';
import { manifest as pagesMyCard } from './pages/my-card/page.ts';
import { manifest as pagesMyData } from './pages/my-data/page.ts';
import { manifest as pagesMyErasure } from './pages/my-erasure/page.ts';
import { manifest as pagesMyLink } from './pages/my-link/page.ts';
import { manifest as pagesMyPurchases } from './pages/my-purchases/page.ts';
import { manifest as pagesNotFound } from './pages/not-found/page.ts';
import { manifest as pagesProviderReturn } from './pages/provider-return/page.ts';
import { manifest as pagesSamples } from './pages/samples/page.ts';
import { manifest as pagesShortLink } from './pages/short-link/page.ts';
import { manifest as pagesSoldOut } from './pages/sold-out/page.ts';
import { manifest as pagesStaging } from './pages/staging/page.ts';
import { manifest as pagesStart } from './pages/start/page.ts';
import { manifest as pagesStopReminders } from './pages/stop-reminders/page.ts';
import { manifest as pagesUnit } from './pages/unit/page.ts';
import { manifest as pagesUpsellOffer } from './pages/upsell-offer/page.ts';
import { manifest as pagesWaiting } from './pages/waiting/page.ts';
import { manifest as pagesWithdraw } from './pages/withdraw/page.ts';

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
  awaiting: pagesAwaiting,
  'challenge-return': pagesChallengeReturn,
  'coming-back': pagesComingBack,
  consent: pagesConsent,
  contract: pagesContract,
  'cookies-disabled': pagesCookiesDisabled,
  elsewhere: pagesElsewhere,
  gallery: pagesGallery,
  'generic-error': pagesGenericError,
  'link-gone': pagesLinkGone,
  'made-offer': pagesMadeOffer,
  'my-address': pagesMyAddress,
  'my-card': pagesMyCard,
  'my-data': pagesMyData,
  'my-erasure': pagesMyErasure,
  'my-link': pagesMyLink,
  'my-purchases': pagesMyPurchases,
  'not-found': pagesNotFound,
  'provider-return': pagesProviderReturn,
  samples: pagesSamples,
  'short-link': pagesShortLink,
  'sold-out': pagesSoldOut,
  staging: pagesStaging,
  start: pagesStart,
  'stop-reminders': pagesStopReminders,
  unit: pagesUnit,
  'upsell-offer': pagesUpsellOffer,
  waiting: pagesWaiting,
  withdraw: pagesWithdraw,
};
