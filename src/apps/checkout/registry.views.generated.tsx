// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { CustomOfferPage as stepViewsCustomOffer } from './steps/custom-offer/custom-offer-page.tsx';
import { InvoicePaymentPage as stepViewsInvoicePayment } from './steps/invoice-payment/invoice-payment-page.tsx';
import { LeadPage as stepViewsLead } from './steps/lead/lead-page.tsx';
import { LiveloCodePage as stepViewsLiveloCode } from './steps/livelo-code/livelo-code-page.tsx';
import { LiveloCpfPage as stepViewsLiveloCpf } from './steps/livelo-cpf/livelo-cpf-page.tsx';
import { LiveloErrorPage as stepViewsLiveloError } from './steps/livelo-error/livelo-error-page.tsx';
import { LiveloPaymentPage as stepViewsLiveloPayment } from './steps/livelo-payment/livelo-payment-page.tsx';
import { LiveloPaymentMethodPage as stepViewsLiveloPaymentMethod } from './steps/livelo-payment-method/livelo-payment-method-page.tsx';
import { LiveloSelectDevicePage as stepViewsLiveloSelectDevice } from './steps/livelo-select-device/livelo-select-device-page.tsx';
import { MdPage as stepViewsMd } from './steps/md/md-page.tsx';
import { MultiprofilePresentationPage as stepViewsMultiprofilePresentation } from './steps/multiprofile-presentation/multiprofile-presentation-page.tsx';
import { MultiprofileUpsellPresentationPage as stepViewsMultiprofileUpsellPresentation } from './steps/multiprofile-upsell-presentation/multiprofile-upsell-presentation-page.tsx';
import { OrderBumpPresentationPage as stepViewsOrderBumpPresentation } from './steps/order-bump-presentation/order-bump-presentation-page.tsx';
import { ParsingPage as stepViewsParsing } from './steps/parsing/parsing-page.tsx';
import { PaymentPage as stepViewsPayment } from './steps/payment/payment-page.tsx';
import { PaymentUpgradePage as stepViewsPaymentUpgrade } from './steps/payment-upgrade/payment-upgrade-page.tsx';
import { PaymentUpsellPage as stepViewsPaymentUpsell } from './steps/payment-upsell/payment-upsell-page.tsx';
import { PaymentVerificationPage as stepViewsPaymentVerification } from './steps/payment-verification/payment-verification-page.tsx';
import { PhoneVerificationPage as stepViewsPhoneVerification } from './steps/phone-verification/phone-verification-page.tsx';
import { PresentationPage as stepViewsPresentation } from './steps/presentation/presentation-page.tsx';
import { RecoveryPage as stepViewsRecovery } from './steps/recovery/recovery-page.tsx';
import { RenewPage as stepViewsRenew } from './steps/renew/renew-page.tsx';
import { SelectSchoolPage as stepViewsSelectSchool } from './steps/select-school/select-school-page.tsx';
import { SelectTestLocationPage as stepViewsSelectTestLocation } from './steps/select-test-location/select-test-location-page.tsx';
import { SubscriptionWelcomePage as stepViewsSubscriptionWelcome } from './steps/subscription-welcome/subscription-welcome-page.tsx';
import { SuccessPage as stepViewsSuccess } from './steps/success/success-page.tsx';
import { SuccessInvoicePage as stepViewsSuccessInvoice } from './steps/success-invoice/success-invoice-page.tsx';
import { SuccessUpsellPage as stepViewsSuccessUpsell } from './steps/success-upsell/success-upsell-page.tsx';
import { UpsellPaymentPage as stepViewsUpsellPayment } from './steps/upsell-payment/upsell-payment-page.tsx';
import { UpsellPresentationPage as stepViewsUpsellPresentation } from './steps/upsell-presentation/upsell-presentation-page.tsx';
import { VideoPage as stepViewsVideo } from './steps/video/video-page.tsx';
import { VideoUpsellPage as stepViewsVideoUpsell } from './steps/video-upsell/video-upsell-page.tsx';
import { AccessPage as pageViewsAccess } from './pages/access/access-page.tsx';
import { AccountLinkPage as pageViewsAccountLink } from './account/pages/account-link/account-link-page.tsx';
import { BillingAddressPage as pageViewsBillingAddress } from './account/pages/billing-address/billing-address-page.tsx';
import { ChallengeReturnPage as pageViewsChallengeReturn } from './pages/challenge-return/challenge-return-page.tsx';
import { CollectPage as pageViewsCollect } from './pages/collect/collect-page.tsx';
import { ConsentPage as pageViewsConsent } from './pages/consent/consent-page.tsx';
import { ContractPage as pageViewsContract } from './pages/contract/contract-page.tsx';
import { CookiesDisabledPage as pageViewsCookiesDisabled } from './pages/cookies-disabled/cookies-disabled-page.tsx';
import { CoolingOffPage as pageViewsCoolingOff } from './pages/cooling-off/cooling-off-page.tsx';
import { DataErasurePage as pageViewsDataErasure } from './account/pages/data-erasure/data-erasure-page.tsx';
import { GalleryPage as pageViewsGallery } from './pages/gallery/gallery-page.tsx';
import { GenericErrorPage as pageViewsGenericError } from './pages/generic-error/generic-error-page.tsx';
import { LinkExpiredPage as pageViewsLinkExpired } from './pages/link-expired/link-expired-page.tsx';
import { NotFoundPage as pageViewsNotFound } from './pages/not-found/not-found-page.tsx';
import { OrderPendingPage as pageViewsOrderPending } from './pages/order-pending/order-pending-page.tsx';
import { OtherDevicePage as pageViewsOtherDevice } from './pages/other-device/other-device-page.tsx';
import { PersonalDataPage as pageViewsPersonalData } from './account/pages/personal-data/personal-data-page.tsx';
import { PersonalOfferPage as pageViewsPersonalOffer } from './pages/personal-offer/personal-offer-page.tsx';
import { ProviderReturnPage as pageViewsProviderReturn } from './pages/provider-return/provider-return-page.tsx';
import { PurchasesPage as pageViewsPurchases } from './account/pages/purchases/purchases-page.tsx';
import { SamplesPage as pageViewsSamples } from './pages/samples/samples-page.tsx';
import { ShortLinkPage as pageViewsShortLink } from './pages/short-link/short-link-page.tsx';
import { SoldOutPage as pageViewsSoldOut } from './pages/sold-out/sold-out-page.tsx';
import { StagingPage as pageViewsStaging } from './pages/staging/staging-page.tsx';
import { StartPage as pageViewsStart } from './pages/start/start-page.tsx';
import { StopRemindersPage as pageViewsStopReminders } from './pages/stop-reminders/stop-reminders-page.tsx';
import { SubscriptionCardPage as pageViewsSubscriptionCard } from './account/pages/subscription-card/subscription-card-page.tsx';
import { TemporarilyUnavailablePage as pageViewsTemporarilyUnavailable } from './pages/temporarily-unavailable/temporarily-unavailable-page.tsx';
import { UpsellOfferPage as pageViewsUpsellOffer } from './pages/upsell-offer/upsell-offer-page.tsx';
import { WaitingPage as pageViewsWaiting } from './pages/waiting/waiting-page.tsx';

export const stepViews = {
  'custom-offer': stepViewsCustomOffer,
  'invoice-payment': stepViewsInvoicePayment,
  lead: stepViewsLead,
  'livelo-code': stepViewsLiveloCode,
  'livelo-cpf': stepViewsLiveloCpf,
  'livelo-error': stepViewsLiveloError,
  'livelo-payment': stepViewsLiveloPayment,
  'livelo-payment-method': stepViewsLiveloPaymentMethod,
  'livelo-select-device': stepViewsLiveloSelectDevice,
  md: stepViewsMd,
  'multiprofile-presentation': stepViewsMultiprofilePresentation,
  'multiprofile-upsell-presentation': stepViewsMultiprofileUpsellPresentation,
  'order-bump-presentation': stepViewsOrderBumpPresentation,
  parsing: stepViewsParsing,
  payment: stepViewsPayment,
  'payment-upgrade': stepViewsPaymentUpgrade,
  'payment-upsell': stepViewsPaymentUpsell,
  'payment-verification': stepViewsPaymentVerification,
  'phone-verification': stepViewsPhoneVerification,
  presentation: stepViewsPresentation,
  recovery: stepViewsRecovery,
  renew: stepViewsRenew,
  'select-school': stepViewsSelectSchool,
  'select-test-location': stepViewsSelectTestLocation,
  'subscription-welcome': stepViewsSubscriptionWelcome,
  success: stepViewsSuccess,
  'success-invoice': stepViewsSuccessInvoice,
  'success-upsell': stepViewsSuccessUpsell,
  'upsell-payment': stepViewsUpsellPayment,
  'upsell-presentation': stepViewsUpsellPresentation,
  video: stepViewsVideo,
  'video-upsell': stepViewsVideoUpsell,
};

export const pageViews = {
  access: pageViewsAccess,
  'account-link': pageViewsAccountLink,
  'billing-address': pageViewsBillingAddress,
  'challenge-return': pageViewsChallengeReturn,
  collect: pageViewsCollect,
  consent: pageViewsConsent,
  contract: pageViewsContract,
  'cookies-disabled': pageViewsCookiesDisabled,
  'cooling-off': pageViewsCoolingOff,
  'data-erasure': pageViewsDataErasure,
  gallery: pageViewsGallery,
  'generic-error': pageViewsGenericError,
  'link-expired': pageViewsLinkExpired,
  'not-found': pageViewsNotFound,
  'order-pending': pageViewsOrderPending,
  'other-device': pageViewsOtherDevice,
  'personal-data': pageViewsPersonalData,
  'personal-offer': pageViewsPersonalOffer,
  'provider-return': pageViewsProviderReturn,
  purchases: pageViewsPurchases,
  samples: pageViewsSamples,
  'short-link': pageViewsShortLink,
  'sold-out': pageViewsSoldOut,
  staging: pageViewsStaging,
  start: pageViewsStart,
  'stop-reminders': pageViewsStopReminders,
  'subscription-card': pageViewsSubscriptionCard,
  'temporarily-unavailable': pageViewsTemporarilyUnavailable,
  'upsell-offer': pageViewsUpsellOffer,
  waiting: pageViewsWaiting,
};
