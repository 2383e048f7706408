/** Import it before the store: a worker of a browser that has private files, none of which can be written at once. */
Reflect.deleteProperty(FileSystemFileHandle.prototype, "createSyncAccessHandle");
