import { createContext, useContext } from 'react';

const TimeZone = createContext('UTC');

/** Provides the time zone of the workspace. */
export const TimeZoneProvider = TimeZone.Provider;

/** The time zone of the workspace. */
export function useTimeZone(): string {
  return useContext(TimeZone);
}
