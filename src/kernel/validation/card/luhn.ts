/** Whether a number's last digit is its Luhn check digit (ISO/IEC 7812-1, annex B). False for anything but digits. */
export function passesLuhn(digits: string): boolean {
  if (digits.length < 2 || digits.length > 24 || !/^\d+$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - index));
    const weighed = index % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
