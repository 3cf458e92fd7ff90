// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { states as stepStatesCustomOffer } from './steps/custom-offer/custom-offer.states.server.ts';
import { states as stepStatesInvoicePayment } from './steps/invoice-payment/invoice-payment.states.server.ts';
import { states as stepStatesLead } from './steps/lead/lead.states.server.ts';
import { states as stepStatesLiveloCode } from './steps/livelo-code/livelo-code.states.server.ts';
import { states as stepStatesLiveloCpf } from './steps/livelo-cpf/livelo-cpf.states.server.ts';
import { states as stepStatesLiveloError } from './steps/livelo-error/livelo-error.states.server.ts';
import { states as stepStatesLiveloPayment } from './steps/livelo-payment/livelo-payment.states.server.ts';
import { states as stepStatesLiveloPaymentMethod } from './steps/livelo-payment-method/livelo-payment-method.states.server.ts';
import { states as stepStatesLiveloSelectDevice } from './steps/livelo-select-device/livelo-select-device.states.server.ts';
import { states as stepStatesMd } from './steps/md/md.states.server.ts';
import { states as stepStatesMultiprofilePresentation } from './steps/multiprofile-presentation/multiprofile-presentation.states.server.ts';
import { states as stepStatesMultiprofileUpsellPresentation } from './steps/multiprofile-upsell-presentation/multiprofile-upsell-presentation.states.server.ts';
import { states as stepStatesOrderBumpPresentation } from './steps/order-bump-presentation/order-bump-presentation.states.server.ts';
import { states as stepStatesParsing } from './steps/parsing/parsing.states.server.ts';
import { states as stepStatesPayment } from './steps/payment/payment.states.server.ts';
import { states as stepStatesPaymentUpgrade } from './steps/payment-upgrade/payment-upgrade.states.server.ts';
import { states as stepStatesPaymentUpsell } from './steps/payment-upsell/payment-upsell.states.server.ts';
import { states as stepStatesPaymentVerification } from './steps/payment-verification/payment-verification.states.server.ts';
import { states as stepStatesPhoneVerification } from './steps/phone-verification/phone-verification.states.server.ts';
import { states as stepStatesPresentation } from './steps/presentation/presentation.states.server.ts';
import { states as stepStatesRecovery } from './steps/recovery/recovery.states.server.ts';
import { states as stepStatesRenew } from './steps/renew/renew.states.server.ts';
import { states as stepStatesSelectSchool } from './steps/select-school/select-school.states.server.ts';
import { states as stepStatesSelectTestLocation } from './steps/select-test-location/select-test-location.states.server.ts';
import { states as stepStatesSubscriptionWelcome } from './steps/subscription-welcome/subscription-welcome.states.server.ts';
import { states as stepStatesSuccess } from './steps/success/success.states.server.ts';
import { states as stepStatesSuccessInvoice } from './steps/success-invoice/success-invoice.states.server.ts';
import { states as stepStatesSuccessUpsell } from './steps/success-upsell/success-upsell.states.server.ts';
import { states as stepStatesUpsellPayment } from './steps/upsell-payment/upsell-payment.states.server.ts';
import { states as stepStatesUpsellPresentation } from './steps/upsell-presentation/upsell-presentation.states.server.ts';
import { states as stepStatesVideo } from './steps/video/video.states.server.ts';
import { states as stepStatesVideoUpsell } from './steps/video-upsell/video-upsell.states.server.ts';
import { states as pageStatesAccess } from './pages/access/access.states.server.ts';
import { states as pageStatesAwaiting } from './pages/awaiting/awaiting.states.server.ts';
import { states as pageStatesChallengeReturn } from './pages/challenge-return/challenge-return.states.server.ts';
import { states as pageStatesComingBack } from './pages/coming-back/coming-back.states.server.ts';
import { states as pageStatesConsent } from './pages/consent/consent.states.server.ts';
import { states as pageStatesContract } from './pages/contract/contract.states.server.ts';
import { states as pageStatesCookiesDisabled } from './pages/cookies-disabled/cookies-disabled.states.server.ts';
import { states as pageStatesElsewhere } from './pages/elsewhere/elsewhere.states.server.ts';
import { states as pageStatesGallery } from './pages/gallery/gallery.states.server.ts';
import { states as pageStatesGenericError } from './pages/generic-error/generic-error.states.server.ts';
import { states as pageStatesLinkGone } from './pages/link-gone/link-gone.states.server.ts';
import { states as pageStatesMadeOffer } from './pages/made-offer/made-offer.states.server.ts';
import { states as pageStatesMyAddress } from './pages/my-address/my-address.states.server.ts';
import { states as pageStatesMyCard } from './pages/my-card/my-card.states.server.ts';
import { states as pageStatesMyData } from './pages/my-data/my-data.states.server.ts';
import { states as pageStatesMyErasure } from './pages/my-erasure/my-erasure.states.server.ts';
import { states as pageStatesMyLink } from './pages/my-link/my-link.states.server.ts';
import { states as pageStatesMyPurchases } from './pages/my-purchases/my-purchases.states.server.ts';
import { states as pageStatesNotFound } from './pages/not-found/not-found.states.server.ts';
import { states as pageStatesProviderReturn } from './pages/provider-return/provider-return.states.server.ts';
import { states as pageStatesSamples } from './pages/samples/samples.states.server.ts';
import { states as pageStatesShortLink } from './pages/short-link/short-link.states.server.ts';
import { states as pageStatesSoldOut } from './pages/sold-out/sold-out.states.server.ts';
import { states as pageStatesStaging } from './pages/staging/staging.states.server.ts';
import { states as pageStatesStart } from './pages/start/start.states.server.ts';
import { states as pageStatesStopReminders } from './pages/stop-reminders/stop-reminders.states.server.ts';
import { states as pageStatesUnit } from './pages/unit/unit.states.server.ts';
import { states as pageStatesUpsellOffer } from './pages/upsell-offer/upsell-offer.states.server.ts';
import { states as pageStatesWaiting } from './pages/waiting/waiting.states.server.ts';
import { states as pageStatesWithdraw } from './pages/withdraw/withdraw.states.server.ts';

export const stepStates = {
  'custom-offer': stepStatesCustomOffer,
  'invoice-payment': stepStatesInvoicePayment,
  lead: stepStatesLead,
  'livelo-code': stepStatesLiveloCode,
  'livelo-cpf': stepStatesLiveloCpf,
  'livelo-error': stepStatesLiveloError,
  'livelo-payment': stepStatesLiveloPayment,
  'livelo-payment-method': stepStatesLiveloPaymentMethod,
  'livelo-select-device': stepStatesLiveloSelectDevice,
  md: stepStatesMd,
  'multiprofile-presentation': stepStatesMultiprofilePresentation,
  'multiprofile-upsell-presentation': stepStatesMultiprofileUpsellPresentation,
  'order-bump-presentation': stepStatesOrderBumpPresentation,
  parsing: stepStatesParsing,
  payment: stepStatesPayment,
  'payment-upgrade': stepStatesPaymentUpgrade,
  'payment-upsell': stepStatesPaymentUpsell,
  'payment-verification': stepStatesPaymentVerification,
  'phone-verification': stepStatesPhoneVerification,
  presentation: stepStatesPresentation,
  recovery: stepStatesRecovery,
  renew: stepStatesRenew,
  'select-school': stepStatesSelectSchool,
  'select-test-location': stepStatesSelectTestLocation,
  'subscription-welcome': stepStatesSubscriptionWelcome,
  success: stepStatesSuccess,
  'success-invoice': stepStatesSuccessInvoice,
  'success-upsell': stepStatesSuccessUpsell,
  'upsell-payment': stepStatesUpsellPayment,
  'upsell-presentation': stepStatesUpsellPresentation,
  video: stepStatesVideo,
  'video-upsell': stepStatesVideoUpsell,
};

export const pageStates = {
  access: pageStatesAccess,
  awaiting: pageStatesAwaiting,
  'challenge-return': pageStatesChallengeReturn,
  'coming-back': pageStatesComingBack,
  consent: pageStatesConsent,
  contract: pageStatesContract,
  'cookies-disabled': pageStatesCookiesDisabled,
  elsewhere: pageStatesElsewhere,
  gallery: pageStatesGallery,
  'generic-error': pageStatesGenericError,
  'link-gone': pageStatesLinkGone,
  'made-offer': pageStatesMadeOffer,
  'my-address': pageStatesMyAddress,
  'my-card': pageStatesMyCard,
  'my-data': pageStatesMyData,
  'my-erasure': pageStatesMyErasure,
  'my-link': pageStatesMyLink,
  'my-purchases': pageStatesMyPurchases,
  'not-found': pageStatesNotFound,
  'provider-return': pageStatesProviderReturn,
  samples: pageStatesSamples,
  'short-link': pageStatesShortLink,
  'sold-out': pageStatesSoldOut,
  staging: pageStatesStaging,
  start: pageStatesStart,
  'stop-reminders': pageStatesStopReminders,
  unit: pageStatesUnit,
  'upsell-offer': pageStatesUpsellOffer,
  waiting: pageStatesWaiting,
  withdraw: pageStatesWithdraw,
};
