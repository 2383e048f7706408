/** Goes with what runs inside a room: other numbers may come out of another one. `npm run harness` makes it. */
export const ROOM_VERSION = "e909225509de";
